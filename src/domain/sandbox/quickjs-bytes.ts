import { fromBase64 } from "../ledger/bytes.ts";
import { quickjs } from "./quickjs.gen.ts";

/** The engine as WebAssembly, unpacked by `inflate` (RFC 1951). */
export async function quickjsBytes(
  inflate: (deflated: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  return await inflate(fromBase64(quickjs.deflated)!);
}
