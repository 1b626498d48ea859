/** `npm run search-document`: writes docs/search.md again, from the tables of the language and the recorded answers. */
import { writeFile } from "node:fs/promises";
import { SEARCH_DOCUMENT, searchDocument } from "./search-document.ts";

await writeFile(SEARCH_DOCUMENT, searchDocument());
