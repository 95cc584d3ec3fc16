// Single keys for those who like them, none of which is the only way to anything. They do nothing while somebody types, or once switched off.
const dialog = document.getElementById("keys");
const switchedOn = document.getElementById("keys-on");
const STORED = "keys";
const TOGETHER_MS = 1500;
let wentAt = -Infinity;

function areOn() {
  try { return localStorage.getItem(STORED) !== "off"; } catch { return true; }
}

function keepOn(on) {
  try { if (on) localStorage.removeItem(STORED); else localStorage.setItem(STORED, "off"); } catch { /* it holds for this page, then */ }
}

function isTyping(target) {
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(button|checkbox|radio|submit|reset)$/.test(target.type));
}

function moveRow(step) {
  const links = [...document.querySelectorAll("[data-row-link]")].filter((link) => link.getClientRects().length);
  if (!links.length) return;
  const row = document.activeElement?.closest("tr, li");
  const at = row ? links.findIndex((link) => row.contains(link)) : -1;
  links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)].focus();
}

function search() {
  const field = document.querySelector("input[type=search]");
  field?.focus();
  field?.select();
  return Boolean(field);
}

const ACTS = {
  "/": search,
  j: () => moveRow(1),
  k: () => moveRow(-1),
  "?": () => dialog.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (!switchedOn.checked || dialog.open || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const goes = event.timeStamp - wentAt < TOGETHER_MS;
  wentAt = event.key === "g" && !goes ? event.timeStamp : -Infinity;
  if (goes) {
    const link = [...document.querySelectorAll("[data-go]")].find((one) => one.dataset.go === event.key);
    if (link) { event.preventDefault(); link.click(); }
    return;
  }
  if (Object.hasOwn(ACTS, event.key) && ACTS[event.key]() !== false) event.preventDefault();
});

// The list names the places that this person may go to, in the words of the navigation.
const places = dialog.querySelector("[data-places]");
for (const link of document.querySelectorAll("[data-go]")) {
  const [keys, name] = ["dt", "dd"].map((tag) => document.createElement(tag));
  for (const key of ["g", link.dataset.go]) {
    const cap = document.createElement("kbd");
    cap.textContent = key;
    keys.append(cap, " ");
  }
  name.textContent = link.textContent.trim();
  places.append(keys, name);
}

switchedOn.checked = areOn();
switchedOn.addEventListener("change", () => keepOn(switchedOn.checked));
document.querySelector("[data-show-keys]").addEventListener("click", () => dialog.showModal());
