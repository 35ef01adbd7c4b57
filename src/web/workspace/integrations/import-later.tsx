import { lazy } from "react";
import "./integrations.css";

/** The dialog that takes in a report, for pages of other nouns: loaded when it is opened. Stands inside a Suspense. */
export const ImportLater = lazy(async () => ({ default: (await import("./import-dialog.tsx")).ImportDialog }));
