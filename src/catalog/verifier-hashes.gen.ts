/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "6615e471bc6222c3def74dc54d2b0198cf96cd9184480d2f4674c10225364754",
  "verify.html": "4023921681e62b84d813ecffd567f396e602f98ed9341a9aa981385e86986e3c",
} as const;
