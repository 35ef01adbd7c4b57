/** Said behind what registers cannot decide, where they failed it when they decided it last. */
export const FAILED_LAST = " It failed when it was last decided, so a person's test does not pass it.";

/** Whether registers cannot decide what they failed last. */
export const saysFailedLast = ({ reason }: { readonly reason: string }): boolean => reason.endsWith(FAILED_LAST);
