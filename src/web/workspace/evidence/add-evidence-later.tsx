import { lazily } from "#web/lazily.tsx";

import "./evidence.css";

/** The dialog that files items, for pages of other nouns: loaded when it is opened. */
export const AddEvidenceLater = lazily(async () => ({ default: (await import("./add-evidence.tsx")).AddEvidence }));
