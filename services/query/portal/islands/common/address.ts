/** Puts an address in the place of the page's own. The link to the other language leads to the same state. */
export function replaceAddress(address: URL): void {
  history.replaceState(history.state, "", address);
  followAddress();
}

/** Lets the link to the other language lead to the state that the page's address says. */
export function followAddress(): void {
  const link = document.querySelector<HTMLAnchorElement>(".other-language");
  const language = link && new URL(link.href).searchParams.get("lang");
  if (!link || !language) return;
  const address = new URL(location.href);
  address.searchParams.set("lang", language);
  link.href = address.href;
}
