package secrettest

func init() { forms, quietForms = append(forms, moreForms...), append(quietForms, moreQuietForms...) }

// moreForms were written after the scan had learned the others, to see what it makes of new ones.
var moreForms = []form{
	formOf("more", "en", `
FYI the grafana admin password got changed, new one: %v
Heads up: password on the bastion = %v until Friday
the ops account (pw %v) can restart jobs
if you need root, the password is %v, please don't post it
Just log in using the shared password "%v".
we all share one password here: %v
I put %v in as the password
When Keycloak asks, the admin password is '%v'
Their SFTP password: %v. Port 2222.
SFTP user partner, password %v, folder /in
Password -> "%v" (case matters)
DB creds: user=app password=%v
The LDAP bind password, %v, is in the config too
Use the following password: %v
the password of the service account svc_report: %v
New hires get the password %v on day one
password to open the zip: %v
The key to the archive is the password %v
* Staging\n  - URL: https://staging.example.org\n  - User: qa\n  - Password: %v
admin pass is %v
The password hasn't changed: %v
Ana's note says "password %v"
we agreed on %v as the new password
%v is what we use as password on all printers
Printer PIN/password: %v
Old laptops unlock using the password %v
Try the password %v first
the test user's password equals '%v'
temporary password: [%v]
Guest WiFi (password %v) is on the second floor
SSID corp-guest, password %v
WiFi: corp-guest / %v
To decrypt the dump you need the passphrase %v
the passphrase for the signing key was set to %v in May
Screensaver password ... %v
BitLocker password: %v
Jenkins: login admin, password %v
Remote desktop: user Administrator, password %v
my sudo password here is %v
Password (prod): %v / Password (old): none
that account still has its factory password %v
Enter admin as user and %v as password.
user name: ops; password: %v
<!-- password: %v -->
password for pg_dump is %v
> the password is: %v
password: >-\n  %v
pass: "%v"
the smb share wants %v for a password
password;%v
Password = "%v" ; // TODO move
PW for the switch is %v
master password "%v"
The password is: "%v"!
`),
	formOf("more", "zh", `
运维说密码换过了，新密码是 %v
注意：堡垒机密码为 %v，周五前有效
ops 账号（密码 %v）可以重启任务
要用 root 的话，密码是 %v，不要外发
大家共用一个密码：%v
我把密码设成了 %v
Keycloak 弹窗里密码填 “%v”
SFTP 密码：%v。端口 2222。
SFTP 用户 partner，密码 %v，目录 /in
数据库账号 app 密码 %v
LDAP 绑定密码（%v）也在配置里
使用以下密码：%v
服务账号 svc_report 的密码：%v
新同事统一发密码 %v
压缩包密码是 %v
归档要用密码 %v 打开
用户名：qa\n密码：%v\n地址：https://staging.example.org
管理员密码为 %v
密码一直没换：%v
密码先用 %v 顶着
密码约定为 %v
打印机密码：%v
先试密码 %v
测试用户密码等于 %v
临时密码【%v】
访客 WiFi（密码 %v）在二楼
热点 corp-guest，密码 %v
解密需要口令 %v
签名密钥的口令五月改成了 %v
远程桌面：用户 Administrator，密码 %v
我的 sudo 密码是 %v
密码（线上）：%v
出厂密码 %v 没人改过
账号填 admin，密码填 %v
后台登录密码 %v，每人一样
<!-- 密码：%v -->
共享盘密码 %v
路由器密码是多少？%v
密码多少来着？好像是 %v
密码嘛，%v
密码给客户的是 %v
原密码 %v，新密码见保险库
root密码:%v;
MySQL 的 root 密码我设的 %v
密码已同步为 “%v”
主密码是「%v」
交换机密码：%v（只读）
锁屏密码为%v，别告诉别人
邮箱密码：%v
微信群里发的密码：%v
預設密碼是 %v
新密碼：「%v」
資料庫密碼 %v 請勿外流
密碼先設成 %v
`),
	formOf("more-code", "en", `
!docker exec db mysql -uroot -p%v -e "show tables"
!mysql -h db -u app --password=%v shop
!mongorestore -u admin -p %v dump/
!PGPASSWORD=%v pg_dump shop
!REDISCLI_AUTH=%v redis-cli ping
!export VAULT_PASSWORD=%v
!export MYSQL_PWD=%v
curl -s -u "ci:%v" https://x.corp.internal | jq .
curl -d 'user=ops&password=%v' https://x.corp.internal/login
curl -H 'X-Password: %v' https://x.corp.internal
!http POST x.corp.internal/login user=ops password=%v
!git clone https://ops:%v@git.corp.internal/team/app.git
!svn --password %v up
!snowsql -u ops --password %v
!kubectl create secret docker-registry r --docker-password=%v
!kubectl create secret generic a --from-literal=DB_PASS=%v
!aws cognito-idp admin-set-user-password --username a --password %v
!gcloud sql users set-password root --password=%v
!az sql server create --admin-password %v
!openstack --os-password %v server list
!govc -u ops:%v@vc.corp ls
!vagrant: config.ssh.password = "%v"
$env:DB_PASSWORD = "%v"
set DB_PASSWORD=%v
[System.Environment]::SetEnvironmentVariable("DB_PASSWORD", "%v")
var password = "%v";
pwd: '%v',
password: "%v"
"admin_password": "%v"
db_password = "%v" # tf
default = "%v" # password of the master user
!ALTER USER 'root'@'localhost' IDENTIFIED WITH mysql_native_password BY '%v';
ALTER USER postgres PASSWORD '%v';
db.changeUserPassword("app", "%v")
EXEC sp_addlogin 'ops', '%v'
!sp_password NULL, '%v', 'ops'
this.login("ops@example.org", "%v");
cy.login('ops', '%v')
cy.get('input[type=password]').type("%v{enter}")
await page.getByLabel('Password').fill('%v');
element(by.id('password')).sendKeys('%v')
http.basicAuth("ops", "%v")
.auth('ops', '%v')
.basic_auth("ops", Some("%v"))
Net::HTTP.basic_auth 'ops', '%v'
conn = pg8000.connect(user="app", password="%v")
ENV['DB_PASSWORD'] = '%v'
config.password = '%v'
Password="%v" in the ini
password "%v" in the tnsnames
<input type="password" value="%v">
smtp_sasl_password_maps: [mail.corp.internal] ops:%v
//srv/x /mnt cifs username=ops,password=%v 0 0
`),
}

var moreQuietForms = []form{
	formOf("more", "en", `
FYI the password got changed, ask Ana for the new one
password on the bastion rotates with job rotate-bastion-7
the ops account (pw in Vault) can restart jobs
log in using the shared account from runbook-17
we share one password policy with team-platform-2
the password change is in release 2026.11.3
When Keycloak 26.0.7 asks, use SSO
SFTP partner folder /in/2024-11, port 2222
the LDAP bind password comes from cm/ldap-bind-v3
Use the password of the entry router-2 in KeePass
New hires get a password by mail within 24h
passwords of 8 characters fail since 2025-01-15
the zip is protected, password by phone
the key to the archive is in the safe, box 14
Password: same as for staging-2
the admin pass is kept by Dana
password hasn't changed since v1.8.2
the password hint says 'city of birth'
printers have no password since firmware 4.1.22
SSID corp-guest5 has a captive portal
To decrypt the dump you need age v1.2.0
the passphrase is derived with scrypt-2024 parameters
BitLocker recovery is in AD, see KB5012170
remote desktop: RDP-Tcp port 3389
sudo asks for a password after 15 minutes
password for pg_dump is taken from .pgpass
the smb share wants SMB3.1.1
PW for the switch: see NetBox item sw-core-01
the password field has id input-password-3
error AUTH-4012: wrong password or user locked
wrong password for user app_user_7 in auth.log
3 failed password attempts from 10.20.30.41 port 51234
Failed password for invalid user admin from 203.0.113.9 port 44122 ssh2
password authentication failed for user "shop_ro2"
Access denied for user 'app2'@'10.0.0.7' (using password: YES)
password reset mail uses template reset-pw-v7
see password-policy-2025.pdf
test plan TP-204: password with 64 characters
checks: password-min-12, mfa-on, lock-5
the token for CI expires 2026-03-31
token usage 1523 in / 482 out
JWT: header.payload.signature
a token bucket with rate=50r/s
tokens: 4096, top_p: 0.95
the secret scanning job is secrets-scan-2
pin chromium to 126.0.6478.62
PIN code is checked by pin-service-v2
GPIO pin 17 drives relay-2
the pass rate is 98.5 percent on suite-12
first pass 12s, second pass 4s
all 214 tests pass on node22
pass id2name to the mapper
pass ctx2 through to the handler
key = hash(user_id, day)
the API key header is X-Api-Key2
keys rotate on day-1 of a month
login as code-owner-2 group only
login node slurm-login-02 is down
sign in with Apple on iOS17
sign in as one of the roles in roles-v2.yaml
type ls -la to see a2
type npm run build:prod2
use admin@v2.3 as the tag
admin/console-v2 is the path
root / dev / sda2
root:root is the owner of /etc/app2
deploy/k8s-prod-2 has the manifests
guest: vm-guest-04 on host-7
user: group-12 with rights rw2
ops: on-call-week-44
echo build-2024 | tee version.txt
echo "$PW" | docker login -u ops --password-stdin
echo ok2 | passwd-check --stdin-file x
printf '%s' "$SECRET" | kinit ops
connect("amqp://mq2", "queue-orders-2")
connect('db2', 'app_ro2', process.env.PW)
login("ops", prompt("Password2"))
.type('hello world 2')
page.fill('#name', 'Lena 88')
expect(password.length).toBe(12)
`),
	formOf("more", "zh", `
运维说密码换过了，新的找小王要
堡垒机密码由 rotate-bastion-7 任务轮换
ops 账号（密码在 Vault）可以重启任务
大家共用的密码策略见 team-platform-2
密码变更随 2026.11.3 发布
Keycloak 26.0.7 弹窗走 SSO
LDAP 绑定密码取自 cm/ldap-bind-v3
使用 KeePass 里 router-2 条目的密码
新同事的密码 24h 内邮件发送
密码少于 8 位从 2025-01-15 起不可用
压缩包密码电话告知
密码提示是“出生城市”
打印机固件 4.1.22 起没有密码
解密需要 age v1.2.0
口令用 scrypt-2024 参数派生
远程桌面走 3389 端口
sudo 密码 15 分钟后要重输
密码框的 id 是 input-password-3
用户 app_user_7 密码错误，见 auth.log
密码重置邮件模板 reset-pw-v7
见 password-policy-2025.pdf
测试用例 TP-204：密码 64 个字符
CI 的 token 2026-03-31 到期
token 用量 1523 / 482
密码保存时间 2025-11-30 10:20
用 node22 打包，用 7zip24 解压
用 ffmpeg7 解压不了
用 team-account-2 登录看监控
用手机号登录，见 login-sms-v2
用 Postman11 登录接口测试
输入 gpu-node-02 查节点
输入 kubectl get po2
账号：ops-team-2 / 角色：viewer2
后台：admin/console-v2
管理员：Dana / 备份：Lee2
数据库 root / 只读 ro_user2
密码 3 次错误后锁 15 分钟
密码箱放在 B2-14 号柜
密码是什么？看 runbook-17
密码是不是忘了？走 reset-flow-2
密码嘛，每季度换
密码本在 shelf-12
密码为 null 时走 SSO2
密码与 user_id2 一起哈希
密码 MD5 后再加盐 16 字节
密码相同则返回 409
密码由 pwgen 生成 20 位
密码字段 pwd_enc2 加密存
密碼請見 1Password 項目 db-2
密碼長度 12 字元以上
`),
}
