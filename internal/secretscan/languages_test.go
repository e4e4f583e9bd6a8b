package secretscan

import (
	"strings"
	"testing"
)

func TestOtherLanguages(t *testing.T) {
	machine := draw(21, alnumSet, 40)
	for _, text := range []string{
		"Пароль: PASS", "пароль администратора: PASS", "رمز عبور مدیر: PASS", "密码统一为 PASS", "비번: PASS", "pass phrase: PASS", "session cookie: KEY",
		"Пароль от стенда — PASS", "пароль для базы: PASS",
		"パスワードは PASS です", "비밀번호는 PASS 입니다",
		"A senha do staging é PASS.", "senha do banco: PASS", "senha padrão: PASS", "contraseña de pruebas: PASS",
		"Kennwort: PASS", "Das Passwort für Staging ist PASS", "Wachtwoord: PASS", "Hasło: PASS", "Lösenord: PASS", "Parola: PASS",
		"Şifre: PASS", "Mật khẩu: PASS", "पासवर्ड: PASS", "รหัสผ่าน: PASS",
		"رمز عبور: PASS", "گذرواژه: PASS", "كلمة المرور: PASS", "סיסמה: PASS", "הסיסמה היא PASS",
		"we set the password to PASS", "Password for the demo - PASS",
		"APIキー：KEY", "API キーは KEY", "トークンは KEY", "API 키: KEY", "토큰은 KEY", "Ключ API: KEY", "Токен: KEY",
		"chave de API: KEY", "clave de API: KEY", "clé API : KEY", "API-Schlüssel: KEY", "کلید API: KEY", "מפתח API: KEY",
	} {
		full := strings.NewReplacer("PASS", password(), "KEY", machine).Replace(text)
		found := Scan([]byte(full))
		if len(found) != 1 {
			t.Errorf("%q: %d secrets, want one", text, len(found))
			continue
		}
		if got := full[found[0].Span.Start:found[0].Span.End]; got != password() && got != machine {
			t.Errorf("%q: another span than the value", text)
		}
	}
}

func TestOtherLanguagesStayQuiet(t *testing.T) {
	for _, text := range []string{
		"Пароль: минимум 12 символов. Пароль — в Vault. Ключ API читается из API_KEY. Токен живёт 3600 секунд.",
		"パスワードは8文字以上、トークンの有効期限は3600秒。APIキーは環境変数 API_KEY から読む。スキーマは users_v2 です。",
		"API 키는 API_KEY에서 읽는다. 스키마는 users_v2다. 비밀번호 이메일은 noreply가 보낸다.",
		"A senha é obrigatória. A senha do banco fica no cofre. Senha: mínimo de 12 caracteres.",
		"Kennwort: mindestens 12 Zeichen. Der Schlüssel ist id_kunde_2026. Primärschlüssel: user_id.",
		"La clave es id_usuario_2026. Clé primaire : id. La parola chiave: esempio2.",
		"رمز عبور: حداقل ۱۲ نویسه. סיסמה: לפחות 12 תווים. הסיסמה היא חובה. पासवर्ड: कम से कम 12 अक्षर.",
		"Set the password to a random value. Change the password to config.yaml. Bind the password to the login form.",
		`test.yaml:11:21: "password" section in "nginx" service should be a secret. config.yml:7: password is empty`,
		"Password for staging - rotated every quarter.",
		"Пароль должен содержать: буквы и цифры. Пароль администратора: спросить. The session cookie: httpOnly, SameSite=Lax.",
	} {
		findsNothing(t, text)
	}
}
