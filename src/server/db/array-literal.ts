declare const written: unique symbol;
/** A whole array in one text, as PostgreSQL writes it. */
export type ArrayText = string & { readonly [written]: true };

/**
 * Texts as PostgreSQL writes an array of them, for a parameter: the driver's own way takes a function call and a copy for each
 * element, which is most of what a batch of hundreds of items would cost here.
 */
export function textArray(values: readonly (string | null)[]): ArrayText {
  return `{${values.map((value) => (value === null ? "NULL" : `"${special.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`)).join(",")}}` as ArrayText;
}

const special = /["\\]/;

/** The same for values whose text has no character that means something in an array: ids, numbers, base64. */
export function plainArray(values: readonly (string | number | null)[]): ArrayText {
  return `{${values.map((value) => value ?? "NULL").join(",")}}` as ArrayText;
}

/** The same for instants. */
export function instantArray(values: readonly Date[]): ArrayText {
  return `{${values.map((value) => value.toISOString()).join(",")}}` as ArrayText;
}

/** The same for bytes. */
export function byteaArray(values: readonly Buffer[]): ArrayText {
  return `{${values.map((value) => `"\\\\x${value.toString("hex")}"`).join(",")}}` as ArrayText;
}
