/** What is packed cannot be unpacked: its bytes are not one deflated file, or make more than they should. */
export class NotUnpacked extends Error {
  override name = "NotUnpacked";
}

/**
 * Unpacks deflated bytes (RFC 1951), given by the caller: `packed` of them, which make `size`. Throws
 * {@link NotUnpacked} where they are not one deflated file from the first to the last.
 */
export type Inflate = (chunks: AsyncIterable<Uint8Array>, packed: number, size: number) => AsyncIterable<Uint8Array>;
