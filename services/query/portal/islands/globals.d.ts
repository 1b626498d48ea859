/** Addresses that `bundle.js` fills in. */
declare const MAP_WORKER: string;
declare const MAP_STYLE: string;
declare const MAP_COUNTRIES: string;
