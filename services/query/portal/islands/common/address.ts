/** Puts an address in the place of the page's own. The links to other languages lead to the same state. */
export function replaceAddress(address: URL): void {
  history.replaceState(history.state, "", address);
  followAddress();
}

/** Lets the links to other languages lead to the state that the page's address says. */
export function followAddress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".other-language")) {
    const language = new URL(link.href).searchParams.get("lang");
    if (!language) continue;
    const address = new URL(location.href);
    address.searchParams.set("lang", language);
    link.href = address.href;
  }
}
