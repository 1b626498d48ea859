/**
 * Adds a button to each text with `data-copy`, the button's name, which copies the text and says so: `data-copied`, or
 * `data-selected` where it is only selected. Also to those that another island brings into the page.
 */

const enhanced = new WeakSet<HTMLElement>();

function enhanceAll(): void {
  for (const text of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    if (enhanced.has(text)) continue;
    enhanced.add(text);
    enhance(text);
  }
}

function enhance(text: HTMLElement): void {
  const { copy = "", copied = "", selected = "" } = text.dataset;
  const button = document.createElement("button");
  const state = document.createElement("span");
  button.type = "button";
  button.className = "plain copy";
  button.textContent = copy;
  const label = text.getAttribute("aria-label");
  if (label !== null) button.setAttribute("aria-label", `${copy}: ${label}`);
  state.className = "quiet";
  state.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent ?? "");
      state.textContent = ` ${copied}`;
    } catch {
      // Where the browser does not allow it, the text is selected, to be copied with the keyboard.
      getSelection()?.selectAllChildren(text);
      state.textContent = ` ${selected}`;
    }
  });
  text.after(button, state);
}

enhanceAll();
new MutationObserver(enhanceAll).observe(document.body, { childList: true, subtree: true });
