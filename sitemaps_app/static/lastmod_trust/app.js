// Small comforts on top of pages that work without it: times in the viewer's zone, keys, search while typing.
document.documentElement.classList.add("scripted");
const language = document.documentElement.lang || "en";
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", hour12: false });
const thisYear = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hour12: false });
const year = new Date().getFullYear();

function showTimes(root) {
  for (const element of root.querySelectorAll("time[datetime]")) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    const short = element.classList.contains("short") && at.getFullYear() === year;
    element.textContent = (short ? thisYear : moment).format(at);
  }
}

function typingIn(target) {
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

function moveRow(step) {
  const links = [...document.querySelectorAll("[data-row-link]")];
  if (!links.length) return;
  const at = links.indexOf(document.activeElement);
  const next = Math.min(Math.max(at + step, 0), links.length - 1);
  links[at === -1 ? 0 : next].focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
  const search = document.querySelector("input[type=search]");
  if (event.key === "/" && search) { event.preventDefault(); search.focus(); search.select(); }
  if (event.key === "j") moveRow(1);
  if (event.key === "k") moveRow(-1);
  if (event.key === "?") document.getElementById("keys")?.showModal();
});

function followTyping(form) {
  const target = document.getElementById(form.dataset.live);
  let timer = 0;
  let asked = 0;
  const fetchNow = async () => {
    const url = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (value) url.searchParams.set(name, value);
    const turn = ++asked;
    const answer = await fetch(url, { headers: { "X-Fragment": form.dataset.live } });
    if (!answer.ok || answer.redirected || turn !== asked) return;
    target.innerHTML = await answer.text();
    showTimes(target);
    history.replaceState(null, "", url);
  };
  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(fetchNow, 250); });
}

document.querySelectorAll("form[data-live]").forEach(followTyping);
document.querySelectorAll("[data-zone-name]").forEach((element) => { element.textContent = zone; });
showTimes(document);

// A running check: its fragment every two seconds, and the whole page anew when it has ended.
async function followCheck(place) {
  let answer = null;
  try {
    answer = await fetch(place.dataset.progress, { headers: { "X-Fragment": "progress" } });
  } catch { /* the network is away; look again later */ }
  if (!answer || !answer.ok || answer.redirected) { setTimeout(followCheck, 10000, place); return; }
  if (answer.headers.get("X-Check-Running") !== "1") { location.reload(); return; }
  place.innerHTML = await answer.text();
  showTimes(place);
  setTimeout(followCheck, 2000, place);
}

document.querySelectorAll("[data-progress]").forEach((place) => setTimeout(followCheck, 2000, place));
