import { lazy } from "react";
import "./evidence.css";

/** The dialog that files items, for pages of other nouns: loaded when it is opened. Stands inside a Suspense. */
export const AddEvidenceLater = lazy(async () => ({ default: (await import("./add-evidence.tsx")).AddEvidence }));
