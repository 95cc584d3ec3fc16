// Buttons that copy a text of the page, and the one that prints it.
async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
  } catch { // on an address without https a browser has no clipboard for us
    const range = document.createRange();
    range.selectNodeContents(element);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.execCommand("copy");
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const name = button.querySelector("span");
  const told = name.textContent;
  button.hidden = false;
  name.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    await copyText(document.getElementById(button.dataset.copy));
    name.textContent = button.dataset.copied;
    setTimeout(() => { name.textContent = told; }, 2000);
  });
}
document.querySelectorAll("[data-print]").forEach((button) => button.addEventListener("click", () => window.print()));
