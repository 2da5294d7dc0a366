#!/bin/sh
# Makes the keys of the queue manager and of the client, and what each needs to trust the other:
#
#   create-key-stores.sh keys
#
#   keys/client.p12              the client's key; keys/queue-manager.p12: whom it trusts
#   keys/password                the password of all four stores
#   keys/tls.key tls.crt app.crt for the secret of the queue manager (needs openssl):
#       oc create secret generic mqcert --from-file=keys/tls.key --from-file=keys/tls.crt --from-file=keys/app.crt
#
# The certificates are ours, self-signed; keys that are there already stay.
set -eu
umask 077
mkdir -p "$1"
cd "$1"
[ -f password ] || od -An -N16 -tx1 /dev/urandom | tr -d ' \n' >password
store() { # file, and what to do with it
  file=$1
  shift
  keytool "$@" -storetype PKCS12 -keystore "$file" -storepass:file password >/dev/null 2>&1
}
if [ ! -f client.p12 ]; then
  rm -f ./*.p12
  for of in queue-manager-key:tls client-key:app; do
    store "${of%:*}.p12" -genkeypair -alias "${of#*:}" -dname "CN=${of%-key:*}" -keyalg RSA -keysize 2048 -validity 365
    store "${of%:*}.p12" -exportcert -rfc -alias "${of#*:}" -file "${of#*:}.crt"
  done
  store queue-manager.p12 -importcert -noprompt -alias queue-manager -file tls.crt
  mv client-key.p12 client.p12
fi
if command -v openssl >/dev/null; then
  openssl pkcs12 -in queue-manager-key.p12 -passin file:password -nodes -nocerts -out tls.key 2>/dev/null
fi
