package secrettest

// forms are the texts that hold a password.
var forms = []form{
	formOf("sign", "en", `
Password: %v
password = %v
Pwd:%v
The DB password -> %v
admin password => %v
root passwd := %v
* **Password** – %v
1) password: "%v"
password (staging): %v
Password for the jump host: '%v'
Wifi passphrase: “%v”
New password:   %v   (valid from Monday)
Passcode = %v;
PASSWORD: <%v>
Password: [%v]
pw: %v
user=ops; pass=%v
Jenkins admin pass: %v
Temp password: %v, to be changed at first login
Default password on the cameras: %v
password:%v
Password — %v
password | %v
Login: ops. Password: %v. Host: db-1.
(password: %v)
user: deploy, pwd: %v, port: 22
Password......: %v
Router password ➜ %v
Password ⇒ %v
password= "%v"
Username: ops\nPassword: %v\nURL: https://ci.example.org
Old password: %v
The password (do not share): %v
Password of the NAS, as of May: %v
Zip password: %v
PDF password: %v
VPN pre-shared password: %v
sudo pw = %v
BIOS password: %v
the password/pass phrase: %v
`),
	formOf("verb", "en", `
The staging password is %v.
the db password is now "%v", ask Ana
I set the root password to %v yesterday
We changed the password of the admin account to %v.
The admin password was changed to %v
the password was reset to "%v" this morning
The password has been %v since January
its password remains %v
the password used to be %v
password should be %v
the pwd's %v if you need it
The password, as far as I remember, is %v
The password of the prod database, which Ana set last week, is %v
the password for user ops on the old box is still %v
root's password became %v
the new password will be %v from Monday
We use the password %v for all demo boxes
they gave me the password %v
her password was "%v"
I think the password might be %v
The password on that machine: it is %v
Password is set to %v
password has changed, it is %v now
My password there is '%v'
make sure the password stays %v
The initial password reads %v
the passphrase of the key is "%v"
The default admin password is %v and nobody has changed it
the password equals %v
Bob told me that the wifi password is %v!
the password: it's %v
reset ops to the password %v
updated the grafana password to %v
the password got rotated to %v
The password turned out to be %v
`),
	formOf("bare", "en", `
log in with user admin and password %v
user ops password %v
use password %v for the demo
with password %v you get in
ssh deploy@10.2.3.4 with password %v
username admin, password %v
login ops, passwd %v
ask for access, or take password %v meanwhile
account svc-report / password %v
as root (password %v) it works
connect as app with the password "%v"
enter password %v at the prompt
we reset it: new password %v
admin password %v works on both
default password %v
The box takes password %v.
type the password %v and press enter
User guest with pass "%v" can read
Credentials are user ops and password %v
the password '%v' opens the archive
unlock it using passphrase "%v"
password %v
`),
	formOf("far", "en", `
sign in as ops with %v
log in as admin using %v
type %v when asked for the password
enter %v when it prompts for a password
when prompted for a password, enter %v
if it asks for a password use %v
At the password prompt, type %v
ssh in as root with %v
log on with ops and %v
you can get in with admin and %v
For the password I always use %v
As password take %v
as a password we chose %v
Password? %v, same as last year
unlock the vault door with %v
What is the password? It is %v.
The login is ops, and %v gets you in
The account is ops and the password, unchanged for years, %v
My login is ops; my password, %v
password for ops, in case you need it, is %v
password as of today %v
Their password policy is odd, the current password is %v
`),
	formOf("reversed", "en", `
%v is the password for the staging box
Use %v as the admin password
"%v" is our wifi password
%v was the old root password
I picked %v as password
it takes %v as its password
set %v as the password of ops
%v (that is the password)
%v -- password for the demo account
%v <- admin password
%v = root password
%v works as the password
%v should be the password
the NAS accepts %v as password
With %v as the password you get in.
`),
	formOf("pair", "en", `
credentials: admin / %v
login admin:%v
use admin/%v to log in to Jenkins
creds are ops:%v
Log in with admin / %v
login: root/%v
demo account: guest / %v
admin:%v works on the test box
user/pass: ops/%v
username/password is admin/%v
the default login is admin/%v
basic auth ops:%v
SSH: root / %v
(login: deploy / %v)
Grafana → admin / %v
login with ops@example.org / %v
user admin pw %v
ID: admin PW: %v
u: ops p: %v
creds = ("ops", "%v")
`),
	formOf("next-line", "en", `
Password:\n    %v
Password:\n\n- %v
The password is\n%v
The password is:\n\n> %v
## Password\n\n%v
Password\n%v
Password:\n`+"```\\n%v\\n```"+`
The admin password:\n`+"`%v`"+`
user: ops\npassword:\n  %v
Password for ops (old):\n%v
`),
	formOf("table", "en", `
| host | user | password |\n|---|---|---|\n| db1 | root | %v |
| Password | Host |\n|:---|---:|\n| %v | db1 |
| key | value |\n|---|---|\n| password | %v |
| system | login / password |\n|---|---|\n| crm | ops / %v |
| what | pw |\n|---|---|\n| nas | `+"`%v`"+` |
host,user,password\ndb1,root,%v
<tr><td>Password</td><td>%v</td></tr>
<dt>Password</dt><dd>%v</dd>
| | prod |\n|---|---|\n| **Password** | %v |
`),
}
