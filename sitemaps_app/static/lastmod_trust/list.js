// Ticking in the list: all of a page at once, and how many are ticked. The results may be replaced while a person types.
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-bulk]");
  if (!form) return;
  const ticks = [...form.querySelectorAll("input[name=site]")];
  const all = form.querySelector("[data-tick-all]");
  if (event.target === all) for (const tick of ticks) tick.checked = all.checked;
  const ticked = ticks.filter((tick) => tick.checked).length;
  if (event.target === all || event.target.name === "site") form.querySelector("input[value=ticked]").checked = true;
  all.checked = ticked === ticks.length;
  all.indeterminate = ticked > 0 && ticked < ticks.length;
  form.querySelector("[data-ticked]").textContent = ticked ? `(${ticked})` : "";
  form.classList.toggle("has-ticked", ticked > 0);
});
