// What packages know as React, in the build of the workspace. Not TypeScript: the types of preact/compat are of a form that cannot be passed on.
import { options } from "preact";

export * from "preact/compat";
export { default } from "preact/compat";

/** React Router asks for it to show a pending address inside a transition, which nobody here begins. */
export const useOptimistic = (state) => [state, () => {}];

// As React, which hears of a tick by the click. Preact draws between the events of one press: whatever is drawn before `change` would put a
// ticked box back to what the state says, and the tick would be lost.
const { vnode: before } = options;
options.vnode = (vnode) => {
  const { type, props } = vnode;
  // The element knows it by the attribute's name alone, and without it browsers send secrets to their spelling service.
  if (typeof type === "string" && props.spellCheck !== undefined) {
    props.spellcheck = String(props.spellCheck);
    delete props.spellCheck;
  }
  if (type === "input" && /^(checkbox|radio)$/.test(props.type) && props.onChange && !props.onClick) {
    props.onClick = props.onChange;
    delete props.onChange;
  }
  before?.(vnode);
};

// As React after a press: what an effect does, such as moving the focus, is done before the next key.
options.requestAnimationFrame = queueMicrotask;
