/** Where anchors lie, in one sentence for each thing that an operator should know. */
export function sayAnchors(anchors: {
  readonly kind: "folder" | "bucket";
  readonly isApart: boolean;
  readonly objectLock: boolean | null;
  readonly refusesOverwrite: boolean | null;
}): string[] {
  const { kind, isApart, objectLock, refusesOverwrite } = anchors;
  if (kind === "folder")
    return [
      isApart
        ? "A folder on a disk of its own."
        : "A folder on the same disk as evidence or database: what destroys one destroys the other. Set ANCHORS_URL.",
    ];
  return [
    isApart ? "A bucket of their own." : "The same bucket as evidence: who may write there may write both.",
    objectLock === null
      ? "Exhibit cannot see whether Object Lock is on."
      : objectLock
        ? "Object Lock keeps them."
        : "Object Lock is off: anybody with the right to delete can delete them.",
    ...(refusesOverwrite === false ? ["This service overwrites objects, although it is asked not to."] : []),
    ...(refusesOverwrite === null ? ["The bucket cannot be reached."] : []),
  ];
}

/** Who can read the keys, for those who run the installation. */
export const WHO_HOLDS_KEYS =
  "Each key is given to the process that needs it. On a machine all of them run as one user, who can read SECRET_KEY and so holds every key.";
