// Small comforts on top of pages that work without it: times in the viewer's zone, search while typing.
document.documentElement.classList.add("scripted");
// The server writes times in the zone of the account; else in that of the browser, which it knows from a cookie once a page was loaded.
const page = document.documentElement;
const language = page.lang || "en";
const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
if (page.dataset.zoneFrom !== "account" && (page.dataset.zoneFrom !== "browser" || page.dataset.zone !== here)) {
  document.cookie = `tz=${here};path=/;max-age=31536000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
}
const zone = page.dataset.zoneFrom === "account" ? page.dataset.zone : here;
const isWritten = Boolean(page.dataset.zoneFrom) && zone === page.dataset.zone;
page.dataset.zone = zone;
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone: zone });
const thisYear = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone });
const year = new Date().getFullYear();

function showTimes(root) {
  if (isWritten) return;
  for (const element of root.querySelectorAll("time[datetime]")) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    const short = element.classList.contains("short") && at.getFullYear() === year;
    element.textContent = (short ? thisYear : moment).format(at);
  }
}

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

// A running check: its fragment every two seconds or as often as the page says, and the whole page anew when it has ended.
async function followCheck(place) {
  const pause = Number(place.dataset.every) || 2000;
  let answer = null;
  try {
    answer = await fetch(place.dataset.progress, { headers: { "X-Fragment": "progress" } });
  } catch { /* the network is away; look again later */ }
  if (!answer || !answer.ok || answer.redirected) { setTimeout(followCheck, 10000, place); return; }
  if (answer.headers.get("X-Check-Running") !== "1") { location.reload(); return; }
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  place.innerHTML = await answer.text();
  showTimes(place);
  if (focused) [...place.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
  setTimeout(followCheck, pause, place);
}

document.querySelectorAll("[data-progress]").forEach((place) => setTimeout(followCheck, Number(place.dataset.every) || 2000, place));

// A file that would be refused is not sent first. It is looked at again when it is sent: it may be another one under the same name.
for (const field of document.querySelectorAll("[data-max-bytes]")) {
  const input = field.querySelector("input[type=file]");
  const told = field.querySelector("[data-too-large]");
  const look = () => { told.hidden = [...input.files].every((file) => file.size <= Number(field.dataset.maxBytes)); };
  input.addEventListener("change", look);
  input.form.addEventListener("submit", (event) => { look(); if (!told.hidden) event.preventDefault(); });
}

// The open tab may lie outside a narrow screen.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const bar = tab.parentElement;
  bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
}
