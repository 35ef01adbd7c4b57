import { lazily } from "#web/lazily.tsx";

import "./integrations.css";

/** The dialog that takes in a report, for pages of other nouns: loaded when it is opened. */
export const ImportLater = lazily(async () => ({ default: (await import("./import-dialog.tsx")).ImportDialog }));
