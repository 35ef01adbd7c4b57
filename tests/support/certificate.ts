import { generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** An RSA key with a certificate that it signed for itself (RFC 5280), as somebody uploads it to Microsoft. */
export interface Certified {
  readonly key: KeyObject;
  /** The certificate and its private key, both in PEM. */
  readonly both: string;
  readonly keyPem: string;
  /** The certificate in DER, which is what a thumbprint is of. */
  readonly der: Buffer;
}

export function certified(): Certified {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const algorithm = sequence(object("2a864886f70d01010b"), tlv(0x05));
  const name = sequence(tlv(0x31, sequence(object("550403"), tlv(0x0c, Buffer.from("Exhibit")))));
  const [from, to] = ["260101000000Z", "491231235959Z"].map((time) => tlv(0x17, Buffer.from(time)));
  const validity = sequence(from!, to!);
  const ofKey = publicKey.export({ format: "der", type: "spki" });
  const body = sequence(tlv(0x02, Buffer.from([1])), algorithm, name, validity, name, ofKey);
  const der = sequence(body, algorithm, tlv(0x03, Buffer.from([0]), sign("sha256", body, privateKey)));
  const keyPem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey,
    both: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n${keyPem}`,
    keyPem,
    der,
  };
}

const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts);
const object = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"));

/** A tag, a length and a value, in DER. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const size = value.length < 0x80 ? [value.length] : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
