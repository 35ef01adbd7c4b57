export { RecoveryCodesDialog as default } from "../recovery-codes-dialog.tsx";
