/**
 * Adds a button to each text that is marked with `data-copy`, the button's name, which copies the text; also to those that
 * another island brings into the page.
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
  const { copy = "", copied = "" } = text.dataset;
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
      // Where the browser does not allow it, the text is marked, to be copied by keys.
      getSelection()?.selectAllChildren(text);
    }
  });
  text.after(button, state);
}

enhanceAll();
new MutationObserver(enhanceAll).observe(document.body, { childList: true, subtree: true });
