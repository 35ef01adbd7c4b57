import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { toBase64 } from "./bytes.ts";
import { formatVkey, openNote, parseVkey, signNote } from "./signed-note.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const spki = Buffer.from("302a300506032b6570032100", "hex");
const verifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([spki, publicKey]), format: "der", type: "spki" }),
    signature,
  );

function signer(name: string) {
  const pair = generateKeyPairSync("ed25519");
  const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return {
    key: parseVkey(sha256, formatVkey(sha256, name, publicKey))!,
    sign: (message: Uint8Array) => sign(null, message, pair.privateKey),
    note: (text: string) => signNote({ sha256, name, publicKey, text, sign: (m) => sign(null, m, pair.privateKey) }),
  };
}

// The example of https://c2sp.org/signed-note.
const example = {
  vkey: "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
  note:
    "This is an example message.\n\n\u2014 example.com/foo " +
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n",
};

describe("the example of the specification", () => {
  const key = parseVkey(sha256, example.vkey)!;

  test("opens", () => {
    expect(openNote(example.note, key, verifyEd25519)).toBe("This is an example message.\n");
    expect(formatVkey(sha256, key.name, key.publicKey)).toBe(example.vkey);
  });

  test("is refused after a change of any one character", () => {
    const places = Array.from(example.note, (_, i) => i);
    const changed = places.flatMap((i) =>
      ["x", "=", "\n", " "].map((other) => example.note.slice(0, i) + other + example.note.slice(i + 1)),
    );
    const opened = changed.filter((note) => note !== example.note && openNote(note, key, verifyEd25519) !== undefined);
    expect(opened).toEqual([]);
  });
});

describe("a note", () => {
  const ours = signer("exhibit.test/log/1");
  const other = signer("witness.test");
  const signatureLine = (note: string) => note.slice(note.lastIndexOf("\n\n") + 2);

  test("opens with the key that signed it, blank lines and all", () => {
    const text = "origin\n\n7\n\n— not a signature line\n";
    expect(openNote(ours.note(text), ours.key, verifyEd25519)).toBe(text);
  });

  test("may say an empty line, and not nothing", () => {
    expect(openNote(ours.note("\n"), ours.key, verifyEd25519)).toBe("\n");
    const nothing = toBase64(Buffer.concat([ours.key.id, ours.sign(new Uint8Array())]));
    expect(openNote(`x\u2014 ${ours.key.name} ${nothing}\n`, ours.key, verifyEd25519)).toBeUndefined();
  });

  test("with a signature of another length is refused, whatever the cryptography says of it", () => {
    for (const [length, opened] of [
      [63, undefined],
      [64, "text\n"],
      [65, undefined],
    ] as const) {
      const signature = toBase64(Buffer.concat([ours.key.id, Buffer.alloc(length)]));
      expect(openNote(`text\n\n\u2014 ${ours.key.name} ${signature}\n`, ours.key, () => true)).toBe(opened);
    }
  });

  test("opens when strangers have signed it too", () => {
    const both = ours.note("text\n") + signatureLine(other.note("text\n"));
    expect(openNote(both, ours.key, verifyEd25519)).toBe("text\n");
    expect(openNote(both, other.key, verifyEd25519)).toBe("text\n");
  });

  test("does not open without our signature, with a wrong one, or with two", () => {
    const note = ours.note("text\n");
    expect(openNote(other.note("text\n"), ours.key, verifyEd25519)).toBeUndefined();
    expect(openNote(`text\n\n${signatureLine(ours.note("texT\n"))}`, ours.key, verifyEd25519)).toBeUndefined();
    expect(openNote(note + signatureLine(note), ours.key, verifyEd25519)).toBeUndefined();
    expect(openNote("text\n\n", ours.key, verifyEd25519)).toBeUndefined();
    expect(openNote("text\n", ours.key, verifyEd25519)).toBeUndefined();
  });

  test("is refused for anything after, between or inside its signature lines that does not belong there", () => {
    const note = ours.note("text\n");
    const line = signatureLine(note);
    const broken = [
      `${note}\n`,
      `${note}trailing`,
      note.slice(0, -1),
      `${note}\u2014 other AAAA\n`,
      // The four bytes that name a key, and nothing signed.
      `${note}\u2014 other AAAAAA==\n`,
      `${note}\u2014 other  AAAAAAA=\n`,
      note.replace("=\n", "\n"),
      note.replace("\u2014 ", "- "),
      note.replace("\n\n", "\r\n\r\n"),
      `text\n\n${line.replace(" ", "\u00a0")}`,
    ];
    expect(broken.filter((item) => openNote(item, ours.key, verifyEd25519) !== undefined)).toEqual([]);
  });

  test("with control characters or lone surrogates is neither signed nor opened", () => {
    for (const text of ["a\u0000b\n", "a\tb\n", "a\u001b[31mb\n", "\ud800\n", "no newline"]) {
      expect(() => ours.note(text)).toThrow(TypeError);
    }
    const escape = `${ours.note("text\n")}\u2014 a\u001bb ${toBase64(new Uint8Array(68))}\n`;
    expect(openNote(escape, ours.key, verifyEd25519)).toBeUndefined();
  });

  test("is not signed under a name that the specification forbids", () => {
    const { key } = ours;
    for (const name of ["", "a b", "a+b", "a\u2003b", "a\u0085b", "a\nb", "a\u0007b"]) {
      const signIt = () =>
        signNote({ sha256, name, publicKey: key.publicKey, text: "t\n", sign: () => new Uint8Array(64) });
      expect(signIt).toThrow(TypeError);
    }
  });
});

describe("a verification key", () => {
  test.each([
    ["another id", example.vkey.replace("530d903a", "530d903b")],
    ["another name", example.vkey.replace("foo", "fop")],
    ["an id in capitals", example.vkey.replace("530d903a", "530D903A")],
    ["another key type", example.vkey.replace("+Aek", "+Auk")],
    ["a key cut short", example.vkey.slice(0, -4)],
    ["a newline at its end", `${example.vkey}\n`],
    ["no key", "example.com/foo+530d903a"],
    ["nothing", ""],
  ])("with %s is refused", (_, text) => expect(parseVkey(sha256, text)).toBeUndefined());

  test("of a name that the specification forbids is refused, though its id fits", () => {
    for (const name of ["a b", "a\u0085b", "a\u0007b", ""])
      expect(parseVkey(sha256, formatVkey(sha256, name, new Uint8Array(32)))).toBeUndefined();
  });

  test("whose base64 holds plus signs is read whole", () => {
    const publicKey = new Uint8Array(32).fill(0xfb);
    const vkey = formatVkey(sha256, "name", publicKey);
    expect(vkey.split("+").length).toBeGreaterThan(3);
    expect([...parseVkey(sha256, vkey)!.publicKey]).toEqual([...publicKey]);
  });
});
