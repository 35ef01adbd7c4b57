/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "ed135dd6dadc96999b7483673577bac47ac8ca56d8db3d911ae248cb0fcf995d",
  "verify.html": "b80b7028b0992bac5dbe11fafb56ee07462e6ea2862e5a3f8b95fce1794aa1e6",
} as const;
