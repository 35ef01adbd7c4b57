/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "4144f94700a81a4a1070237adbd8c612c5c00c77a7787292a81cb5eed1541a19",
  "verify.html": "0c955e87b754b2d42bc2735962ab928f073ef5742ad99796280e0f1a806d8c81",
} as const;
