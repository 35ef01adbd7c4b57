import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogBody, DialogFoot } from "./dialog.tsx";

interface FormDialogProps {
  title: string;
  width?: "regular" | "wide";
  onClose: () => void;
  /** The attributes that `useSchemaForm` answers. */
  form: ComponentProps<"form">;
  /** What the button says that sends the form. */
  submit: string;
  /** What that button says while the form is sent; false while it is not. */
  busy: string | false;
  /** For what takes something away. */
  danger?: boolean;
  /** While it cannot be sent yet, for a reason that the form shows. */
  disabled?: boolean;
  /** It cannot be closed while the form is sent: what comes back is shown once. */
  held?: boolean;
  /** The page shows what was typed before it is sent: the form is out of sight meanwhile, and back with its text where it is refused. */
  shown?: boolean;
  /** Stands before Cancel. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One form that is sent or canceled. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    width = "regular",
    onClose,
    form,
    submit,
    busy,
    danger,
    disabled,
    held,
    shown,
    aside,
    children,
  } = props;
  const stays = Boolean(held && busy);
  return (
    <Dialog title={title} width={width} onClose={stays ? undefined : onClose} away={Boolean(shown && busy)}>
      <form {...form} className="unboxed">
        <DialogBody>{children}</DialogBody>
        <DialogFoot>
          {aside}
          <Button kind="quiet" disabled={stays} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind={danger ? "danger" : "primary"} disabled={Boolean(disabled)} busy={busy}>
            {submit}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
