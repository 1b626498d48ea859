import { viewsBuiltAgain } from "./again.ts";

viewsBuiltAgain();
