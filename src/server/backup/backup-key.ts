import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  sign,
  verify,
} from "node:crypto";
import type { KeyObject } from "node:crypto";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { RestoreRefused } from "./restore-refused.ts";

/** What stands in front of the 32 bytes of an Ed25519 key in the usual encodings (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** What the installation has: for whom backups are encrypted, and what signs them. It opens none. */
export interface BackupKey {
  /** As age writes them: `age1…`. */
  readonly recipients: readonly string[];
  /** The public half of what signs, 32 bytes in base64. */
  readonly signedBy: string;
  sign(bytes: Uint8Array): Buffer;
  /** The name of a sealed file in a place of backups: always the same, and telling nobody whose it is. */
  nameOf(file: string): string;
}

/** What people hold: it opens backups, and tells those that the installation made from all others. */
export interface BackupIdentity {
  readonly identities: readonly string[];
  /** Public halves of the keys whose signature counts, in base64. */
  readonly signedBy: readonly string[];
}

/**
 * Makes both halves as texts: what the installation keeps (`kept`), and what people hold (`identity`, a file that the `age` tool
 * takes with `-i`). With a recipient of one's own there is no new private half: `identity` then holds only who signs.
 */
export async function makeBackupKey({
  at,
  installation,
  recipient,
}: {
  readonly at: Date;
  readonly installation: string;
  readonly recipient?: string | undefined;
}): Promise<{ kept: string; identity: string }> {
  const secret = recipient === undefined ? await generateX25519Identity() : undefined;
  const whom = secret === undefined ? recipient! : await identityToRecipient(secret);
  const seed = generateKeyPairSync("ed25519")
    .privateKey.export({ format: "der", type: "pkcs8" })
    .subarray(PKCS8.length);
  const signedBy = publicHalf(privateHalf(seed));
  return {
    kept: `# Backups are encrypted for this recipient and signed with this key. It opens none of them.\nrecipient: ${whom}\nsign: ${seed.toString("base64")}\n`,
    identity: [
      `# What opens backups of ${installation}, made ${at.toISOString()}.`,
      "# Anyone with this file and a backup can read it. Keep it away from the machine; without it no backup opens.",
      `# recipient: ${whom}`,
      `# signed by: ${signedBy}`,
      ...(secret === undefined ? [] : [secret]),
      "",
    ].join("\n"),
  };
}

/** Reads what {@link makeBackupKey} wrote for the installation; several recipients may stand in it. Undefined when it is anything else. */
export function parseBackupKey(text: string): BackupKey | undefined {
  const recipients = [...text.matchAll(/^recipient: (age1[0-9a-z]+)$/gm)].map((match) => match[1]!);
  const seed = Buffer.from(/^sign: ([0-9A-Za-z+/]{43}=)$/m.exec(text)?.[1] ?? "", "base64");
  if (recipients.length === 0 || seed.length !== 32) return undefined;
  const key = privateHalf(seed);
  const naming = Buffer.from(hkdfSync("sha256", seed, "", "exhibit/1/names of backed up files", 32));
  return {
    recipients,
    signedBy: publicHalf(key),
    sign: (bytes) => sign(null, bytes, key),
    nameOf: (file) => createHmac("sha256", naming).update(file).digest("hex"),
  };
}

/** Reads a file that people hold; see {@link makeBackupKey}. */
export function parseIdentity(text: string): BackupIdentity {
  const identities = [...text.matchAll(/^AGE-SECRET-KEY-\S+$/gm)].map((match) => match[0]);
  const signedBy = [...text.matchAll(/^# signed by: ([0-9A-Za-z+/]{43}=)$/gm)].map((match) => match[1]!);
  if (identities.length === 0) throw new RestoreRefused("The identity file holds no AGE-SECRET-KEY.");
  if (signedBy.length === 0)
    throw new RestoreRefused(
      'The identity file does not say who signs: the line "# signed by: …" that backup-key wrote is missing.',
    );
  return { identities, signedBy };
}

/** Whether one of these keys signed the bytes. */
export function isSigned(signedBy: readonly string[], bytes: Uint8Array, signature: Uint8Array): boolean {
  return signedBy.some((key) => {
    const spki = Buffer.concat([SPKI, Buffer.from(key, "base64")]);
    return verify(null, bytes, createPublicKey({ key: spki, format: "der", type: "spki" }), signature);
  });
}

function privateHalf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
}

function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: "der", type: "spki" }).subarray(SPKI.length).toString("base64");
}
