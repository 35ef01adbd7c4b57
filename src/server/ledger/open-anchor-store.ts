import type { StorageAddress } from "../blobs/storage-address.ts";
import type { AnchorStore } from "./anchor-store.ts";
import { folderAnchors } from "./folder-anchors.ts";

/** The store at an address. `beside`: where evidence and database lie, to tell whether it is apart from them. */
export async function openAnchorStore(
  address: StorageAddress,
  beside: readonly StorageAddress[] = [],
): Promise<AnchorStore> {
  if (address.kind === "folder")
    return folderAnchors(
      address.path,
      beside.flatMap((item) => (item.kind === "folder" ? [item.path] : [])),
    );
  const { s3Anchors } = await import("./s3-anchors.ts");
  return s3Anchors(address, {
    isApart: !beside.some(
      (item) => item.kind === "s3" && item.bucket === address.bucket && item.endpoint === address.endpoint,
    ),
  });
}
