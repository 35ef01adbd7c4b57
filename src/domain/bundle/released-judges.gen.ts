/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "19ace80fe8e98fe2829f5e9aabab25bd96941396fa14594f7d33be795d06de10": "0.2.0-dev",
};
