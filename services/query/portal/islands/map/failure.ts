/** Says where the page has what the map can't show. */
export function showFailure(place: HTMLElement): void {
  place.textContent = place.dataset["failed"] ?? "";
  place.dataset["drawn"] = "false";
}
