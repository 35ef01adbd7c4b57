/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "c6937605f1284b116a6f1455310030513fc9823d0b460aa5393f4e0e127ea087",
  "verify.html": "a01e63ae286a1afe4c3acdf367f3f882760036dc3fc4a15cba947053062e9dcf",
} as const;
