import { lazily } from "#web/lazily.tsx";

const load = () => import("./company-dialogs.tsx");

// Most visits need none of them, and they bring all that forms need.

/** Makes a company. */
export const CreateCompanyDialog = lazily(async () => ({ default: (await load()).CreateCompanyDialog }));

/** Chooses one of many companies. */
export const SelectCompanyDialog = lazily(async () => ({ default: (await load()).SelectCompanyDialog }));

/** What a person without a company sees. */
export const WelcomeDialog = lazily(async () => ({ default: (await load()).WelcomeDialog }));
