import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** What differs from what an honest browser and authenticator would send. */
export interface Lie {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** The owner touched the key, but neither PIN nor finger was asked for. */
  readonly unverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
}

interface Key {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

const UP = 0x01;
const UV = 0x04;
const ATTESTED = 0x40;

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/**
 * A browser and a security key in software (WebAuthn level 3): ES256, no attestation, keys that are found without a name.
 * It answers what the server asks, and lies where a test wants it to.
 */
export class Authenticator {
  readonly origin: string;
  readonly keys: Key[] = [];
  /** A key that counts; passkeys kept in a cloud always say 0. */
  readonly counts: boolean;

  constructor(origin: string, { counts = true }: { counts?: boolean } = {}) {
    this.origin = origin;
    this.counts = counts;
  }

  /** What navigator.credentials.create() would answer; refuses what a browser refuses, a key that is there already. */
  create(options: any, lie: Lie = {}): Record<string, unknown> {
    const excluded = new Set((options.excludeCredentials ?? []).map((credential: { id: string }) => credential.id));
    if (this.keys.some((key) => excluded.has(base64url(key.id)))) throw new Error("InvalidStateError");
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x, y } = publicKey.export({ format: "jwk" });
    const key = { id: randomBytes(16), rpId: options.rp.id, userHandle: options.user.id, privateKey, counter: 0 };
    this.keys.push(key);
    const length = Buffer.from([0, key.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, key.id, coseKey(x!, y!)]);
    const data = Buffer.concat([this.#authData(key, ATTESTED, lie), attested]);
    return {
      id: base64url(key.id),
      rawId: base64url(key.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData("webauthn.create", options.challenge, lie),
        attestationObject: base64url(
          cborMap([
            ["fmt", cborText("none")],
            ["attStmt", Buffer.from([0xa0])],
            ["authData", cborBytes(data)],
          ]),
        ),
        transports: ["internal"],
      },
    };
  }

  /** What navigator.credentials.get() would answer, with the newest key that may. */
  get(options: any, lie: Lie = {}, key = this.#find(options)): Record<string, unknown> {
    const clientDataJSON = this.#clientData("webauthn.get", options.challenge, lie);
    const data = this.#authData(key, 0, lie);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      id: base64url(key.id),
      rawId: base64url(key.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", signed, key.privateKey)),
        userHandle: lie.userHandle ?? key.userHandle,
      },
    };
  }

  #find(options: any): Key {
    const allowed: string[] | undefined = options.allowCredentials?.map((credential: { id: string }) => credential.id);
    const key = this.keys.findLast((key) => !allowed?.length || allowed.includes(base64url(key.id)));
    if (!key) throw new Error("NotAllowedError");
    return key;
  }

  #clientData(type: string, challenge: string, lie: Lie): string {
    const facts = {
      type: lie.type ?? type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? this.origin,
      crossOrigin: false,
    };
    return base64url(Buffer.from(JSON.stringify(facts)));
  }

  #authData(key: Key, flags: number, lie: Lie): Buffer {
    if (this.counts) key.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? key.counter);
    const all = flags | UP | (lie.unverified ? 0 : UV);
    return Buffer.concat([sha256(lie.rpId ?? key.rpId), Buffer.from([all]), counter]);
  }
}

/** An ES256 key as COSE writes it (RFC 9053): kty EC2, alg -7, crv P-256, x, y. */
function coseKey(x: string, y: string): Buffer {
  const coordinate = (text: string) => cborBytes(Buffer.from(text, "base64url"));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const cborBytes = (bytes: Uint8Array) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [string, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([name, value]) => [cborText(name), value])]);
