/** Passkeys, by the browser's own helpers: made and used by what the server wants signed. */
import { body, http } from '../api/http';

type Purpose = 'sign_in' | 'proof' | 'new';

/** Whether this browser makes passkeys at this address: over HTTPS or at localhost, and under a name. */
export function canUsePasskeys(): boolean {
  const isNumber = /^[\d.]+$|^\[/.test(location.hostname);
  return (
    window.isSecureContext &&
    !isNumber &&
    'PublicKeyCredential' in window &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

async function optionsFor(purpose: Purpose, name?: string): Promise<unknown> {
  const wanted = name === undefined ? { purpose } : { purpose, name };
  return (await body(http.POST('/api/v1/account/passkey-options', { body: wanted }))).options;
}

/** Make a passkey; what the server is to be sent of it. */
export async function makePasskey(name?: string): Promise<string> {
  const options = (await optionsFor('new', name)) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return JSON.stringify(await navigator.credentials.create({ publicKey }));
}

/** Use a passkey; what the server is to be sent of it. */
export async function usePasskey(purpose: 'sign_in' | 'proof'): Promise<string> {
  const options = (await optionsFor(purpose)) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return JSON.stringify(await navigator.credentials.get({ publicKey }));
}
