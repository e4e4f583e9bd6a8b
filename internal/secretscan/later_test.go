package secretscan

import (
	"strings"
	"testing"
)

// later are notes in forms that came up later still, marked like those of byHand.
const later = `
2FA backup codes for the root account: ⟦0982 ·1992⟧, ⟦9678 ·8738⟧
Резервные коды: ⟦5037 ·1450⟧, ⟦3790 ·5059⟧
Códigos de recuperación: ⟦6fb97-·6da4a⟧, ⟦e2b38-·cbc5b⟧
Códigos de recuperação: ⟦6c8ea-·666df⟧
备用恢复码：⟦b3708-·b3ec0⟧、⟦8ae27-·3a931⟧
リカバリーコード：⟦f255d-·8e38e⟧
복구 코드: ⟦2ff83-·a3721⟧
Set-Cookie: connect.sid=⟦s%3A8k7V9oY9bZl4ngmM·Pd1WwhCFqj9dYI0V.9mXMvEdTODV22NEd·atACtGz7CrfzvRr5KbvXIU4j817⟧; Path=/
Passwrod: ⟦Marb·le1977%⟧
Unlock the disk with "⟦kettle pelican ·walrus dolphin⟧" (that's the passphrase).
Shared HMAC secret between shop and ERP → ⟦15c5c1eed0e2d389a691·21e6977f135f0882a3463e46b20a8733b5e2453a4198⟧
bearer token used by the nightly job: ⟦xItEJLJdzkC46mlyLiLT·6qJpKSuKadSLdH71jrf5zKY⟧
TOTP seed for the AWS root user: ⟦KNNPWXI5WMPFY4AB·UN3NZ7DBX6JMDJEJ⟧
licence key: ⟦WB7WR-KX4RH-·HFFJQ-2GJRY-JPRC4⟧
The proxy needs key ⟦k9N81H9HTxG9BsBF·c8xLW16EYu9ONFCu⟧.
签名用的私钥串为 ⟦qtMNE0GpqRpHDjrTPkkz·RaZ4y2xuR1aiVaLZdTRIW3s=⟧ ，不要提交到仓库。
AES 加密的 key 固定为 ⟦3be8981e19721a79·415355d5cc8947d8⟧，写在文档里
大門密碼 ⟦68·24⟧#
大门密码：⟦Marb·le1977%⟧
シークレットキー「⟦u2aTW6tLIVydZ9vpc7xl·JIkFdBJwIt8l75bipPt⟧」は共有しないこと
秘密鍵のパスフレーズは ⟦glacier-·magnet-dolphin-98⟧
暗号化キーは ⟦6bd9b4944736de9f·c017dc2304aa0243⟧
Код домофона ⟦29·84⟧
Türcode: ⟦49·57⟧
Digicode : ⟦31·36⟧
Сид-фраза: ⟦yellow alien across whisper ·april zoo wheat able youth adapt about wrap⟧
Client-Geheimnis: ⟦h6xa8uXh7MiMzEWD0lBl·e24SvB66Fjpcb8PvyjQj⟧
Das Archiv hat das Passwort »⟦Magn·et1989?⟧«.
Entra con grafana y la clave ⟦Anna·8919#⟧
La contraseña temporal es ⟦nectar-juniper-·willow-93⟧, cámbiala al entrar.
Le mdp root est « ⟦cozegu·pO6⟧ »
Mudei a senha do root para ⟦nTFY·uhc4xM⟧ ontem.
Cambié la contraseña de root a ⟦OtOY·mEs2⟧ ayer.
root 비밀번호를 ⟦oJIy·e2qP⟧(으)로 변경했습니다.
local ok, err = red:auth("⟦tundra-dolphin-·ember-42⟧")
db-1.corp.net:5432:billing:sofia:⟦yLhd·2b7voc⟧
<Pass encoding="base64">⟦Zk0zeTZU·NktXVWhD⟧</Pass>
<property name="hibernate.connection.password">⟦SkhN·h7AF⟧</property>
jdbc:oracle:thin:sofia/⟦nQAAOJ·FwV36j⟧@//db.corp.net:1521/ORCL
ss://⟦YWVzLTI1Ni1nY206·Vm5HeE5hODlMSWxzVWE0bA==⟧@ss.corp.net:8388#office
trojan://⟦lsFqbQ14·Jg6mJYWD⟧@tr.corp.net:443?security=tls
vless://⟦251618fe-9ca4-46c6-·b003-d9aafd557b02⟧@vl.corp.net:443?security=reality
vmess://⟦eyJhZGQiOiJ2bS5jb3JwLm5ldCIs·ImlkIjoiMjUxNjE4ZmUifQ==⟧
密 码：⟦nJTe·1hwx⟧
Bitcoin WIF: ⟦Kgv4qhyBeo7ycuSXSJTmXn44·JgKMbgiuFV8kCYhFPbw4NNmkmpQZ⟧
His social is ⟦422 96 ·3607⟧
log in as bruno with ⟦Pelican·1984@⟧
(marcus:⟦4xC8d=v3·Nz~RqiyP⟧) works for all nodes.
учётка: jenkins / ⟦Waln·ut1982%⟧
rootpw --plaintext ⟦vbCFXk·unzn2o⟧
pw for marcus@jump.nordwind.io = ⟦qoKEp7·yMJPnP⟧
INSERT INTO users (login, password) VALUES ('keiko', '⟦Vw2I·53gI⟧');
define('AUTH_KEY', '⟦>sq8M;|.r=x3jEl1eyMt·F(08F22dndp}W}E<UZU8O_3f0}ntJm(/G+oUZv$}H3⟧');
Smartcard PIN ⟦0925·83⟧, admin PIN ⟦6710·2261⟧
code PIN ⟦05·90⟧ pour la carte SIM
Handy-PIN ⟦54·16⟧
ПИН от карты: ⟦50·59⟧
オートロックの番号は⟦59·11⟧
Códigos de backup: ⟦f213d-·1cc28⟧
Bitwarden recovery code: ⟦7exg 5kbx ·g2x3 dkpw h4aa 432t p27u vywq⟧
login details for the supplier portal: keiko@initech.io // ⟦Orchid·1981%⟧
The certificate (pfx) is protected by ⟦Keiko·8917!⟧
Moodle → Lukas / ⟦3B@go5·YGke⟧
Acceso a Harbor: julia / ⟦Kettle·1998$⟧
Basic auth in front of staging (julia/⟦Acme!·2022⟧)
远程桌面 10.105.201.160 administrator ⟦zaq1XSW·@997!⟧
kaggle key ⟦bcfa9a3b06d46a07·96a612c149fa4727⟧ for ann
密钥固定写死 ⟦5bWKpFLr7jWBg90T·4SokgCwum6vdgmFp⟧
密  码：⟦huanghe@·2024!⟧
署名鍵: ⟦4b21c3c58c23e3f1·661a584f7a297b04⟧
클라이언트 시크릿: ⟦SRsczgMXZUdCrWUBByQs·gFwe9eOODx2u18DEwwOA⟧
Секрет вебхука: ⟦972e2b71e495619826c7·d68e3d2927059065e036⟧
Secreto del webhook: ⟦3ec9adbb8355efce8ed9·7cdbc2040946410a863c⟧
La llave de la API es ⟦yxsn6BhZh4rVuwR7·gVwj8jlFKRK0L4Rm⟧
Der Signaturschlüssel lautet ⟦7ff1f0dfa9cccb92·c43e51ac7e77742a⟧
Пароль по умолчанию ⟦honi·titA09⟧, сменить после входа
VMware serial: ⟦6K2C8-PQ4VG-·KPXY7-WXC9Y-MQMH8⟧
crypto isakmp key ⟦lUeGr2·Xlxj7D⟧ address 10.166.172.248
radius-server key ⟦5NibNs4l·sAzPXgRP⟧
bw login ann@initech.io ⟦2HC9z·GUmOewI⟧
mc alias set prod https://s3.corp.net grafana ⟦1qUMO5Da0DJe·XjwmNNQlF4yq⟧
jwt.encode(payload, "⟦bXofbfpaRPchRV6o·B2z9QcXuPXhCBRpU⟧", algorithm="HS256")
token.SignedString([]byte("⟦nFrrHLM3LzYzZ5s2·5QNHnH3iQeOpt2Mg⟧"))
密码〔⟦GSYXmJI8·9DXqyeif⟧〕
收款账户 ⟦6217000889·666144092⟧ 工商银行卡
MetaMask seed: ⟦across army acid wood amount ·announce age alert anxiety arena arctic area⟧
Login ist ops mit ⟦xEff$D$k·I#ONGqhN9⟧
To get on the VPN, pick the profile, and when asked enter ⟦tundr4·Spruc3!67⟧.
the ingest key for logs: ⟦232d70329a97c239·d1916ba1cd6cc668⟧
session token valid until Friday: ⟦GAzcTZFEDTD0hjZ2iSoT·xfWEgQq53xGwMofd7l7fETsSSNMR⟧
token de acceso personal ⟦8bBaItGosPrLG2jFGpBL·iKR96c0sm6PE2SykpJlk⟧
jeton personnel ⟦FlhhcVE3IMH0Pjy0hYF2·NVVSO6ZbwZxK4FamijZZ⟧
Fixture admin account: admin@umbra.io:⟦Canyon·2008#⟧
解压码 ⟦YbRJky5i·fdt7UszF⟧
解凍パス：⟦l4g·00nM4·gn3t#42⟧
秘密の鍵は ⟦JL3wDMH9hBQblVxIBxPr·gsQNPvf7RTS/MLAmvZMaaoE=⟧ です
2段階認証のリカバリーコードは ⟦41b92-·6edd4⟧ と ⟦9ca41-·d4c03⟧
비밀키: ⟦4c097bb3bc7764c3·68f467cb7cdbb98e⟧
출입문 비밀번호 ⟦35·15⟧
Код восстановления — ⟦4a531-·e40f9⟧
PIN der EC-Karte: ⟦23·24⟧
Wiederherstellungsschlüssel: ⟦83A3-Q62P-·QPM3-RAWB-2NCU-4LQB⟧
TURNSTILE_SECRET=⟦0x4AAAAAA·ASktxqKLOeWySb1ZgkiwL4B1CMyXT⟧
EXEC sp_addlinkedsrvlogin 'SRV', 'false', NULL, 'camille', '⟦724BHB·1tkikO⟧'
Authorization: Key ⟦WorRduQrQxxWTusx·Cg5I1dlqfjNmgJpb⟧
fernet = Fernet(b"⟦3sh0DBhn57BPMm3cttGA·QjojrH0FnUE31wE9tOa0VXk=⟧")
process.env.DB_PASS = process.env.DB_PASS || '⟦Initech-·2026!⟧'
private const string Password = @"⟦Y62d·ZCiC⟧";
password: ENV.fetch("DB_PASSWORD") { "⟦Mf8meU·6MW9l8⟧" }
rsync --password-file=<(echo ⟦290pGK·99x1Yz⟧) ops@files.corp.net::x .
let g:db_password = '⟦J2gN·Wu7K⟧'
User/pass for the camera: backup/⟦qwErty·326#⟧
пароль сменили на ⟦vomi·zerU6⟧
contraseña de staging «⟦F0bR·SGWr7x⟧»
senha do wi-fi (teste) «⟦Marb·le1977%⟧»
Passwort vom NAS „⟦Marb·le1977%⟧“
| root password of the NAS | ⟦Marb·le1977%⟧ |
| mot de passe du wifi (test) | ⟦9W180·vTdLp⟧ |
WLAN-Passwort vom NAS → ⟦Marb·le1977%⟧
Marmelade: ⟦Marb·le1977%⟧ ist das Passwort
⟦Marb·le1977%⟧ es la contraseña del NAS
⟦Marb·le1977%⟧が管理者パスワードです
⟦Marb·le1977%⟧이 비밀번호입니다
⟦Marb·le1977%⟧ — это пароль
Пароль теперь ⟦Vanda·lay2023⟧
a senha do NAS agora é ⟦Vanda·lay2023⟧
usa la contraseña maestra ⟦quartz-ember-·badger-21⟧
clave de acceso: ⟦Vanda·lay2023⟧
We set the token of the NAS to ⟦4bKmJd7Ipir/s1aTSlHV·yxFLeJVwVTgAghf6qWI83sk=⟧
J'ai changé le jeton de staging en ⟦4bKmJd7Ipir/s1aTSlHV·yxFLeJVwVTgAghf6qWI83sk=⟧
Das ist ein geheimer Schlüssel: ⟦7ff1f0dfa9cccb92·c43e51ac7e77742a⟧
Закрытый ключ: ⟦7ff1f0dfa9cccb92·c43e51ac7e77742a⟧
Bike lock code ⟦30·49⟧
密钥（hex）⟦ba5c05d4448a6a2d·c7b8594b9922c413⟧
DBのパスは「⟦Magnet·2014$⟧」
Produktivschlüssel (geheim): ⟦vqpTYssq2TQ5myKFGuR0·f6nxUneDipCM0jp9aOx5avU=⟧
API_KEY: str = Field(default="⟦O0SYl6glS7Vdrvbt·JUpPOi2FrqqBwiNk⟧")
The tests read TEST_API_KEY, value ⟦x4lBkYg8mqoP1BBO·AujjIR8ZYmQsGa6t⟧.
⟦Qw7Rt9Zx2Lm4Vb8·Nk3Hs6Jd1Pf5Gy0⟧ should be what it takes when it asks us for the password
⟦7ff1f0dfa9cccb92·c43e51ac7e77742a⟧ is our API key for staging
WiFi: ⟦Marb·le1977%⟧ is the password
db_password = "⟦mang·o=7x⟧"
Note to self: sudo needs ⟦Banjo·2002@⟧ on this machine.
System.setProperty("javax.net.ssl.keyStorePassword", "⟦iT8x·fXcXTj⟧");
`

// A value can stand below a title, or below a line that says whose it is.
func TestBelowTitles(t *testing.T) {
	value, key := join("Marb", "le1977%"), draw(1, alnumSet, 32)
	for _, text := range []string{"### VPN password of the office\n\nSECRET\n", "## Password (prod)\n\n`SECRET`\n", "password (prod) is:\n\n    SECRET\n", "密码（测试环境）：\nSECRET\n", "| Host | Credentials |\n|---|---|\n| db-1.corp.net | grafana / SECRET |\n"} {
		text = strings.ReplaceAll(text, "SECRET", value)
		findsOnly(t, text, value)
	}
	text := "## API token for staging\n\n" + key + "\n"
	findsOnly(t, text, key)
	for _, text := range []string{"## Password reset flow\n\nreset-v2.tsx\n", "## Token of the month: ann\n\nbuild-1204-rc1\n"} {
		findsNothing(t, text)
	}
}

func TestLater(t *testing.T) {
	findsMarked(t, later)
	for line := range strings.Lines(later) {
		findsMarked(t, line)
	}
}

// Somebody asks and somebody answers: with a name or without, in a word or in a sentence.
func TestAnswers(t *testing.T) {
	value := join("l4g00n", "Orch1d#42")
	for _, text := range []string{
		"bob: what's the password for Kibana again?\nops: SECRET\n",
		"小王：WiFi 密码是啥\n小李：SECRET\n",
		"anna 10:12\nKibana 密码多少？\nops 10:13\nSECRET\n",
		"ivan：主機的密碼是多少？\nops：SECRET\n",
		"keiko: Kibanaのパスワード教えて\nops: SECRET だよ\n",
		"> > Which password does the replica use?\n> It uses SECRET like the primary.\n",
		"<bob> password please\n<ops> it's SECRET\n",
		"Camille : tu peux m'envoyer le mdp de la base ?\nBruno : SECRET\n",
		"Assistant: What is the password of the NAS?\nUser: SECRET\n",
		"Q) What is the guest wifi password\nA) SECRET\n",
		"julia：root密码给我一下\nops：SECRET\n",
		"Ваня: скинь пароль от базы\nЛена: SECRET\n",
		"**ann**: need the password for Kibana\n**bob**: SECRET\n",
	} {
		text = strings.ReplaceAll(text, "SECRET", value)
		findsOnly(t, text, value)
	}
	for _, text := range []string{
		"bob: what's the password for Kibana?\nops: in the vault, item kibana-admin-2\n",
		"bob: what's the password?\nops: it's build-1204 that broke, ask ann\n",
		"小王：密码多少\n小李：私聊发你\n",
		"Which password does the replica use?\nhost: db1-replica.corp.net\nuser: replica_2024\n",
		"who has the password?\nsee ticket SEC-1204\n",
	} {
		findsNothing(t, text)
	}
}

// A name of a network beside the word password is none, and neither is a step of a key.
func TestNamesBesideNouns(t *testing.T) {
	hash := draw(7, hexSet, 40)
	for _, text := range []string{
		"WiFi: Office-5G (password on the whiteboard)",
		"cache key: store_gateway_password:19:v12",
		"implementing the [storage.Storer interface](storage/storer.go#L16)",
		"Clave de caché: store_store_auth:74",
		"project key " + join("phc_", draw(1, alnumSet, 43)) + " (public)",
		"SIM PIN is asked for, the door code is on the fridge",
		"secret hash for the tests: " + draw(3, hexSet, 64),
		"INSERT INTO users (login, password) VALUES ('ann', '" + draw(4, hexSet, 32) + "')",
		"the given cipher and passphrase using PKCS#5 v2.0 password based",
		`printf '\033]51;["call", "Tapi_lcd", "%q"]\007' "$PWD"`,
		"\"CiphertextBlob\": \"" + join("AQEDAH", draw(5, alnumSet, 140)) + "\"",
		"Le secret du succès : SessionRefreshFactoryCredential2",
		`<label for="pw2">Password</label><input id="pw2" type="password">`,
		"Bob: can you send me the token limits?\nAnn: 4096/8192 per model\n",
		"password || 'none'",
		"At " + hash + " we set the token",
		hash + " is the token change",
		"Zone " + hash[:32] + " takes the API token",
		"Run " + hash[:32] + " used the old API token",
		hash[:32] + " is the API key id",
		hash[:32] + " is the token hash",
		"- SharedKey account:" + draw(6, alnumSet, 43) + "=",
		"Passwort im „Tresor2“ nachsehen",
		"for a secret added to app '86be4c01-505b-45e9-bfc0-9b825fd84'",
		"docker secret ls -f \"id=6697bflskwj1998km1gnnjr38\"",
		"Added support for ``key_password`` for ``HTTPSConnectionPool`` to use",
		"wrong output of example in `url.password` (Deokjin Kim) [#45928](https://github.com/nodejs/node/pull/45928)",
		"pass2: optimise=O80, pass3: lto",
		"You need the password.\nhost: db-Prod1a.corp.test\n",
		"`credentials/processcreds#Options`, or `credentials/ec2rolecrds#Options`",
		"serial: 2024110212, serial number: AB12-99",
		"jwt.sign(payload, process.env.JWT_SECRET, { algorithm: 'RS256' })",
		"коды ошибок: 4711, 4712; Коды стран: 7, 49, 351",
		"códigos de error: 4711-4712",
		"changed the password policy to require12 characters",
	} {
		findsNothing(t, text)
	}
}
