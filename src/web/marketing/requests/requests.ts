import { requests } from "#web/visitor-contract.ts";

export { client } from "#web/api.ts";

const { askAccess, sendMessage } = requests;

// What the page adds by itself is not typed by anybody.
export const accessForm = askAccess.input.omit({ kind: true, verification: true });
export const messageForm = sendMessage.input.omit({ verification: true });
