/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "4dc715457cdb2a12012fc5e4648ad648f6674b301a39271de685aa906fdfe755",
  "verify.html": "d79485134b134456c37de9055c67a377855bf3f0b6d193a76578ae5fe16fe35e",
} as const;
