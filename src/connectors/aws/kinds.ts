import type * as z from "zod";
import { identityKinds } from "./kinds/identity.ts";
import { regionKinds } from "./kinds/regions.ts";
import { storageKinds } from "./kinds/storage.ts";

/** Every kind of item, down to the fields that checks read. */
export const kinds = { ...identityKinds, ...storageKinds, ...regionKinds };

export type Kind = keyof typeof kinds;
/** What an item of a kind holds. */
export type Data<K extends Kind> = z.infer<(typeof kinds)[K]>;
