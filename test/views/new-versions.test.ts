import { newVersionsOfViews } from "./new-versions.ts";

newVersionsOfViews();
