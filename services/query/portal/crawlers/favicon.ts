/** The icon of the pages: moving air. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#00606b"/><path d="M6 12c3-3 6-3 10 0s7 3 10 0M6 20c3-3 6-3 10 0s7 3 10 0" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>
`;
