import { contract } from "#web/contract.ts";

export { client } from "#web/api.ts";

const { askAccess, sendMessage } = contract.requests;

// What the page adds by itself is not typed by anybody.
export const accessForm = askAccess.input.omit({ kind: true, verification: true });
export const messageForm = sendMessage.input.omit({ verification: true });
