/**
 * What time it is, by the visitor's machine, which may be wrong: good for words such as "two days left" and for how long
 * something takes. Whether something is still good is for the server to say. Nothing else in this room asks the clock.
 */
export const timeNow = (): Date => new Date();
