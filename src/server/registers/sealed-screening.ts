import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { FieldValue } from "#domain/registers/register.ts";
import { hmacSha256 } from "../hmac.ts";

/** The id under which a version of a screening is sealed: nobody without its salt knows whose it is. */
export const sealedScreeningId = (salt: Uint8Array, id: string): string => hmac(salt, `id ${id}`);

/** What stands for a field of a screening in a snapshot; a field without a value has one, too. */
export const sealedScreeningValue = (salt: Uint8Array, field: string, value: FieldValue | null): string =>
  hmac(salt, `${field} ${canonicalJson(value)}`);

const hmac = (salt: Uint8Array, text: string): string => hmacSha256(salt, text, "hex");
