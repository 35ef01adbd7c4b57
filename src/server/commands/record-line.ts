import { userInfo } from "node:os";

/** Who runs the command, as far as the machine knows. */
export function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id of a container has no name.
    return "the operator";
  }
}

/** Whether a text may be printed in every report: one line, without what steers a terminal. */
export const isRecordLine = (text: string, most: number): boolean =>
  text !== "" && text.length <= most && !/[\p{C}\u2028\u2029]/u.test(text);
